import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

const icons = { warn: 'warn', bad: 'warn', ok: 'check' } as const;

/** A line that says what happened, what is safe, and one way on. */
export const Strip = ({
  look = 'warn',
  children,
  action,
}: {
  readonly look?: keyof typeof icons;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) => (
  <div
    className={`strip${look === 'warn' ? '' : ` strip-${look}`}`}
    role={look === 'ok' ? 'status' : 'alert'}
  >
    <Icon name={icons[look]} />
    <span>{children}</span>
    {action}
  </div>
);
