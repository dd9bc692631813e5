import { useState } from 'react';
import { findCategories, findVenues } from '../interface/choices.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { PopoverButton } from '../parts/popover-button.tsx';
import { type Token, TokenField } from '../parts/token-field.tsx';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import { AllDialog } from './all-dialog.tsx';
import {
  addingCategories,
  type ChosenLink,
  drafting,
  type ListAction,
  moving,
  publishing,
  restoring,
  settingVenue,
  trashing,
} from './event-actions.ts';
import type { ActedEvent, TableEvent } from './event-lists.ts';
import type { RunAction } from './run-events.ts';
import type { TableState } from './table-state.ts';

const isChosen = (token: Token): token is ChosenLink => token.id !== undefined;

/** A form for what all selected events are to have. */
function LinkForm({
  label,
  queryKey,
  find,
  most,
  onApply,
}: {
  readonly label: string;
  readonly queryKey: 'category' | 'venue';
  find(text: string, signal: AbortSignal): Promise<readonly Required<Token>[]>;
  readonly most: number;
  onApply(chosen: readonly ChosenLink[]): void;
}) {
  const { say } = useTexts();
  const [chosen, setChosen] = useState<readonly ChosenLink[]>([]);
  return (
    <>
      <TokenField
        label={label}
        value={chosen}
        onChange={(tokens) => setChosen(tokens.filter(isChosen).slice(-most))}
        queryKey={queryKey}
        find={find}
        mayCreate={false}
      />
      <Button size="small" isDisabled={chosen.length === 0} onPress={() => onApply(chosen)}>
        {say('admin.events.apply')}
      </Button>
    </>
  );
}

const moves = [
  [-7, 'admin.events.move.week_before'],
  [-1, 'admin.events.move.day_before'],
  [1, 'admin.events.move.day_after'],
  [7, 'admin.events.move.week_after'],
] as const satisfies readonly (readonly [number, AdminKey])[];

function Edits({
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
      <PopoverButton
        name={say('admin.events.add_category')}
        placement="top"
        button={
          <Button size="small" icon="tag">
            {say('admin.events.filter.category')}
          </Button>
        }
      >
        {(close) => (
          <LinkForm
            label={say('admin.events.add_category')}
            queryKey="category"
            find={findCategories}
            most={20}
            onApply={(chosen) => {
              close();
              onAct(addingCategories(chosen));
            }}
          />
        )}
      </PopoverButton>
      <PopoverButton
        name={say('admin.events.set_venue')}
        placement="top"
        button={
          <Button size="small" icon="pin">
            {say('admin.events.venue')}
          </Button>
        }
      >
        {(close) => (
          <LinkForm
            label={say('admin.events.set_venue')}
            queryKey="venue"
            find={findVenues}
            most={1}
            onApply={(chosen) => {
              close();
              onAct(settingVenue(chosen));
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
            <div className="spans">
              {moves.map(([days, key]) => (
                <Button
                  key={key}
                  look="quiet"
                  size="small"
                  isDisabled={repeating === events.length}
                  onPress={() => {
                    close();
                    onAct(moving(days));
                  }}
                >
                  {say(key)}
                </Button>
              ))}
            </div>
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

/** The bar of actions on all selected events, or on all of a list, about which it asks. */
export function BulkBar({
  events,
  state,
  total,
  isPage,
  run,
  onDone,
}: {
  readonly events: readonly TableEvent[];
  readonly state: TableState;
  /** How many events the list has. */
  readonly total: number;
  /** Whether the events are all of their page. */
  readonly isPage: boolean;
  readonly run: RunAction;
  onDone(): void;
}) {
  const { say, language } = useTexts();
  const [wantsAll, setWantsAll] = useState(false);
  const [asked, setAsked] = useState<ListAction>();
  const mayTakeAll = isPage && total > events.length;
  const isAll = wantsAll && mayTakeAll;
  const number = (value: number) => value.toLocaleString(language);
  const told = isAll
    ? say('admin.events.all_selected', { total: number(total) })
    : say('admin.events.selected', { count: events.length });
  const act = (action: ListAction) => {
    if (isAll) {
      setAsked(action);
      return;
    }
    onDone();
    void run(action, events);
  };
  return (
    <section className="bulk" aria-label={told}>
      <b className="num">{told}</b>
      {mayTakeAll && (
        <Button size="small" className="all" onPress={() => setWantsAll(!isAll)}>
          {say(isAll ? 'admin.events.only_page' : 'admin.events.take_all', { total: number(total) })}
        </Button>
      )}
      <div>
        {' '}
        {state.list === 'trash' ? (
          <Button size="small" icon="hist" className="first" onPress={() => act(restoring)}>
            {say('admin.events.restore')}
          </Button>
        ) : (
          <>
            <Button size="small" icon="check" className="first" onPress={() => act(publishing)}>
              {say('admin.events.publish')}
            </Button>
            <Button size="small" icon="edit" onPress={() => act(drafting)}>
              {say('admin.events.to_draft')}
            </Button>
            <Edits events={events} isAll={isAll} onAct={act} />
            <Button size="small" icon="trash" onPress={() => act(trashing)}>
              {say('admin.events.trash')}
            </Button>
          </>
        )}
      </div>{' '}
      <IconButton name="x" label={say('admin.events.clear')} onPress={onDone} />
      {asked && (
        <AllDialog
          action={asked}
          state={state}
          total={total}
          onConfirm={(all) => {
            onDone();
            void run(asked, all);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
