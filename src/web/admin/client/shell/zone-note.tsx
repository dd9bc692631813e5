import { isOtherClock, siteZone } from '../texts/dates.ts';
import { useTexts } from '../texts/texts.tsx';

/** Names the zone of all times that are shown, where the clock of the browser is another one. */
export function ZoneNote() {
  const { say } = useTexts();
  return isOtherClock() ? (
    <p className="zone">{say('admin.zone', { zone: siteZone.replaceAll('_', ' ') })}</p>
  ) : null;
}
