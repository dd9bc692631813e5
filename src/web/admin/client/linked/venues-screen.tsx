import { LinkedScreen } from './linked-screen.tsx';

/** The screen of venues. */
export default function VenuesScreen() {
  return <LinkedScreen kind="venues" />;
}
