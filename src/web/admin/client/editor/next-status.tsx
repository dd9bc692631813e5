import { usePermission } from '../interface/session.ts';
import { Button } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { EventForm } from './event-form.ts';

/** Offers to publish an event that is saved but not public, or to submit it to somebody who may; stays in sight. */
export function NextStatus({
  status,
  isBusy,
  onChoose,
}: {
  readonly status: EventForm['status'];
  readonly isBusy: boolean;
  /** Saves the event with another status. */
  onChoose(status: EventForm['status']): void;
}) {
  const { say } = useTexts();
  const next = usePermission('publish') ? 'publish' : 'pending';
  if (status !== 'draft' && (status !== 'pending' || next === 'pending')) return;
  return (
    <div className="ed-sc ed-nx">
      <span>{say('admin.editor.unpublished')}</span>
      <Button size="small" isBusy={isBusy} onPress={() => onChoose(next)}>
        {say(next === 'publish' ? 'admin.events.publish' : 'admin.editor.submit')}
      </Button>
    </div>
  );
}
