import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.tsx';
import { usePageTitle } from './use-page-title.ts';

/** The content of an address that names no screen. */
export function Missing() {
  const { say } = useTexts();
  usePageTitle(say('admin.missing'));
  return (
    <div className="none-a adm-p">
      <b>{say('admin.missing')}</b>
      <Link className="btn" to="/admin">
        {say('admin.missing.home')}
      </Link>
    </div>
  );
}
