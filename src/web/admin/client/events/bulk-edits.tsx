import { type FormEvent, useState } from 'react';
import type { IconName } from '#web/html/icon-drawings.ts';
import { findCategories, findOrganizers, findTags, findVenues } from '../interface/choices.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { PopoverButton } from '../parts/popover-button.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { type Token, TokenField } from '../parts/token-field.tsx';
import { happeningKeys, happenings } from '../texts/happenings.ts';
import { type AdminKey, type Say, useTexts } from '../texts/texts.tsx';
import {
  addingCategories,
  addingTags,
  type ChosenLink,
  type ListAction,
  moving,
  settingEventStatus,
  settingOrganizers,
  settingVenue,
} from './event-actions.ts';
import type { ActedEvent } from './event-lists.ts';

/** What selected events can be linked to. */
const links: readonly {
  readonly text: AdminKey;
  readonly icon: IconName;
  readonly name: AdminKey;
  readonly kind: string;
  readonly most: number;
  find(text: string, signal: AbortSignal): Promise<readonly Required<Token>[]>;
  act(chosen: readonly ChosenLink[]): ListAction;
}[] = [
  {
    text: 'admin.events.filter.category',
    icon: 'tag',
    name: 'admin.events.add_category',
    kind: 'category',
    most: 20,
    find: findCategories,
    act: addingCategories,
  },
  {
    text: 'admin.events.tags',
    icon: 'hash',
    name: 'admin.events.add_tags',
    kind: 'tags',
    most: 20,
    find: findTags,
    act: addingTags,
  },
  {
    text: 'admin.events.venue',
    icon: 'pin',
    name: 'admin.events.set_venue',
    kind: 'venue',
    most: 1,
    find: findVenues,
    act: settingVenue,
  },
  {
    text: 'admin.events.organizer',
    icon: 'users',
    name: 'admin.events.set_organizer',
    kind: 'organizer',
    most: 5,
    find: findOrganizers,
    act: settingOrganizers,
  },
];

const isChosen = (token: Token): token is ChosenLink => token.id !== undefined;

/** A form for what all selected events are to have. */
function LinkForm({
  link: { name, kind, find, most },
  onApply,
}: {
  readonly link: (typeof links)[number];
  onApply(chosen: readonly ChosenLink[]): void;
}) {
  const { say } = useTexts();
  const [chosen, setChosen] = useState<readonly ChosenLink[]>([]);
  return (
    <>
      <TokenField
        label={say(name)}
        value={chosen}
        onChange={(tokens) => setChosen(tokens.filter(isChosen).slice(-most))}
        queryKey={kind}
        find={find}
        mayCreate={false}
      />
      <Button size="small" isDisabled={chosen.length === 0} onPress={() => onApply(chosen)}>
        {say('admin.events.apply')}
      </Button>
    </>
  );
}

/** A form for whether all selected events take place, and why not. */
function StatusForm({ onApply }: { onApply(action: ListAction): void }) {
  const { say } = useTexts();
  const [status, setStatus] = useState<(typeof happenings)[number]>('canceled');
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(settingEventStatus(status, reason.trim(), say(happeningKeys[status])));
  };
  return (
    <form onSubmit={submit}>
      <SelectField
        label={say('admin.events.event_status')}
        value={status}
        onChange={(value) => setStatus(happenings.find((one) => one === value) ?? status)}
        choices={happenings.map((value) => ({ value, text: say(happeningKeys[value]) }))}
      />
      {status !== 'scheduled' && (
        <TextField label={say('admin.editor.reason')} value={reason} onChange={setReason} />
      )}
      <Button type="submit" size="small">
        {say('admin.events.apply')}
      </Button>
    </form>
  );
}

const moves = [
  [-7, 'admin.events.move.week_before'],
  [-1, 'admin.events.move.day_before'],
  [1, 'admin.events.move.day_after'],
  [7, 'admin.events.move.week_after'],
] as const satisfies readonly (readonly [number, AdminKey])[];

/** Days by which events can be moved at most: about ten years. */
const MOST_DAYS = 3_660;

/** Returns by how much days are moved, in words. */
const shiftText = (days: number, say: Say): string =>
  say(days < 0 ? 'admin.events.move.earlier' : 'admin.events.move.later', { days: Math.abs(days) });

/** A form that moves dates by a day or a week, or by any number of days. */
function MoveForm({
  isDisabled,
  onApply,
}: {
  readonly isDisabled: boolean;
  onApply(action: ListAction): void;
}) {
  const { say } = useTexts();
  const [typed, setTyped] = useState('');
  const days = Number(typed.replace('−', '-'));
  const isWhole = typed.trim() !== '' && Number.isInteger(days) && days !== 0 && Math.abs(days) <= MOST_DAYS;
  const move = (by: number) => onApply(moving(by, shiftText(by, say)));
  return (
    <>
      <div className="spans">
        {moves.map(([by, key]) => (
          <Button key={key} look="quiet" size="small" isDisabled={isDisabled} onPress={() => move(by)}>
            {say(key)}
          </Button>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && !isDisabled) move(days);
        }}
      >
        <TextField
          label={say('admin.events.move.days')}
          help={isWhole ? shiftText(days, say) : say('admin.events.move.days_help')}
          problem={
            typed.trim() !== '' && typed !== '-' && !isWhole
              ? say('admin.events.move.wrong', { most: MOST_DAYS })
              : ''
          }
          value={typed}
          onChange={setTyped}
          isDisabled={isDisabled}
        />
        <Button type="submit" size="small" isDisabled={!isWhole || isDisabled}>
          {say('admin.events.move.apply')}
        </Button>
      </form>
    </>
  );
}

/** Buttons for what selected events are to have, each with a form. */
export function BulkEdits({
  events,
  isAll,
  onAct,
}: {
  readonly events: readonly ActedEvent[];
  /** Whether they stand for all of the list, so that nobody knows yet what is among them. */
  readonly isAll: boolean;
  onAct(action: ListAction): void;
}) {
  const { say } = useTexts();
  const repeating = isAll ? 0 : events.filter(({ recurrence }) => recurrence).length;
  return (
    <>
      {links.map((link) => (
        <PopoverButton
          key={link.kind}
          name={say(link.name)}
          placement="top"
          button={
            <Button size="small" icon={link.icon}>
              {say(link.text)}
            </Button>
          }
        >
          {(close) => (
            <LinkForm
              link={link}
              onApply={(chosen) => {
                close();
                onAct(link.act(chosen));
              }}
            />
          )}
        </PopoverButton>
      ))}
      <PopoverButton
        name={say('admin.events.set_event_status')}
        placement="top"
        button={
          <Button size="small" icon="check">
            {say('admin.events.event_status')}
          </Button>
        }
      >
        {(close) => (
          <StatusForm
            onApply={(action) => {
              close();
              onAct(action);
            }}
          />
        )}
      </PopoverButton>
      <PopoverButton
        name={say('admin.events.move')}
        placement="top"
        button={
          <Button size="small" icon="cal">
            {say('admin.events.move')}
          </Button>
        }
      >
        {(close) => (
          <>
            <MoveForm
              isDisabled={repeating === events.length}
              onApply={(action) => {
                close();
                onAct(action);
              }}
            />
            {isAll ? (
              <p className="h">{say('admin.events.move.repeating')}</p>
            ) : (
              repeating > 0 && <p className="h">{say('admin.events.move.left_out', { count: repeating })}</p>
            )}
          </>
        )}
      </PopoverButton>
    </>
  );
}
