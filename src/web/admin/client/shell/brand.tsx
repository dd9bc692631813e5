import { Link } from '@tanstack/react-router';

const { site = '', logo } = document.documentElement.dataset;

/** The name of the calendar, as the document tells it. */
export const siteName = site;

/** The day on which weeks begin. */
export const weekStart = document.documentElement.dataset['week'];

/** The language of the calendar. */
export const siteLanguage = document.documentElement.dataset['language'] ?? 'en';

/** The address of the public calendar. */
export const CALENDAR = '/events/';

/** The calendar's logo and name. */
export const Brand = () => (
  <Link className="brand" to="/admin">
    {logo ? (
      <img className="logo" src={logo} alt="" />
    ) : (
      <svg className="logo" viewBox="0 0 40 28" aria-hidden="true">
        <path
          d="M6 1h28v26H6V1zm3.500 9v13.500h21V10h-21zM19 12.500h3.500V22H19v-6.500l-2.500.800v-2.600z"
          fill="currentColor"
        />
      </svg>
    )}
    <span>{siteName}</span>
  </Link>
);
