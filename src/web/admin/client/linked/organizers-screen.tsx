import { LinkedScreen } from './linked-screen.tsx';

/** The screen of organizers. */
export default function OrganizersScreen() {
  return <LinkedScreen kind="organizers" />;
}
