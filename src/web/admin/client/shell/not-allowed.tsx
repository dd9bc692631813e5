import { Link } from '@tanstack/react-router';
import { Strip } from '../parts/strip.tsx';
import { useTexts } from '../texts/texts.tsx';

/** The content of a screen for those who may not see it. */
export function NotAllowed() {
  const { say } = useTexts();
  return (
    <div className="adm-p">
      <Strip
        look="bad"
        action={
          <Link className="btn btn-quiet btn-s" to="/admin">
            {say('admin.nav.today')}
          </Link>
        }
      >
        {say('admin.not_allowed')}
      </Strip>
    </div>
  );
}
