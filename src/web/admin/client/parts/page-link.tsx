import { useTexts } from '../texts/texts.tsx';
import { Icon } from './icon.tsx';

/** A link to the public page of something, in a tab of its own. */
export function PageLink({ address, className }: { readonly address: string; readonly className: string }) {
  const { say } = useTexts();
  return (
    <a className={className} href={address} target="_blank" rel="noopener">
      <Icon name="ext" />
      <span>{say('admin.events.look')}</span>
    </a>
  );
}
