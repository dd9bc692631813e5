import { Group } from 'react-aria-components';
import { Button, IconButton } from '../parts/button.tsx';
import { formatDate } from '../texts/dates.ts';
import { dayAfter } from '../texts/days.ts';
import { useTexts } from '../texts/texts.tsx';
import type { HeldEvent, Moving } from './use-moving.ts';

/** Asks which dates of a series a move is for; until then it lies where it was put down. */
export function ReachBar({ held, moving }: { readonly held: HeldEvent; readonly moving: Moving }) {
  const { say, language } = useTexts();
  const { event, days } = held;
  const day = formatDate(dayAfter(event.start, days), language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const question = say('admin.calendar.ask', { title: event.title, day });
  return (
    <Group className="bulk cal-a" aria-label={question}>
      <span>{question}</span>
      <Button size="small" className="first" autoFocus onPress={() => moving.choose('this')}>
        {say('admin.calendar.reach.this')}
      </Button>
      <Button size="small" onPress={() => moving.choose('following')}>
        {say('admin.calendar.reach.following')}
      </Button>
      <Button size="small" onPress={() => moving.choose('all')}>
        {say('admin.calendar.reach.all')}
      </Button>
      <IconButton name="x" label={say('admin.calendar.key.back')} onPress={moving.putBack} />
    </Group>
  );
}
