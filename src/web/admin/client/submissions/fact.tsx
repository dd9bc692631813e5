import type { ReactNode } from 'react';
import { Icon } from '../parts/icon.tsx';

/** A line of what there is to know of a proposal before it is decided about: fine, or worth a look. */
export const Fact = ({ isFine, children }: { readonly isFine: boolean; readonly children: ReactNode }) => (
  <li className={isFine ? 'is-ok' : 'is-warn'}>
    <Icon name={isFine ? 'check' : 'warn'} />
    <span>{children}</span>
  </li>
);
