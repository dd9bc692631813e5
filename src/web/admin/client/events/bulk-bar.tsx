import { useState } from 'react';
import { findCategories, findVenues } from '../interface/choices.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { PopoverButton } from '../parts/popover-button.tsx';
import { type Token, TokenField } from '../parts/token-field.tsx';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import type { EventActions } from './event-actions.ts';
import type { TableEvent } from './event-lists.ts';

type Act = (work: (events: readonly TableEvent[]) => Promise<void>) => void;

const isChosen = (token: Token): token is Required<Token> => token.id !== undefined;

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
  onApply(ids: readonly number[]): void;
}) {
  const { say } = useTexts();
  const [chosen, setChosen] = useState<readonly Required<Token>[]>([]);
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
      <Button
        size="small"
        isDisabled={chosen.length === 0}
        onPress={() => onApply(chosen.map(({ id }) => id))}
      >
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

function Edits({ actions, act }: { readonly actions: EventActions; readonly act: Act }) {
  const { say } = useTexts();
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
            onApply={(ids) => {
              close();
              act((events) => actions.addCategories(events, ids));
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
            onApply={(ids) => {
              close();
              act((events) => actions.setVenue(events, ids));
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
          <div className="spans">
            {moves.map(([days, key]) => (
              <Button
                key={key}
                look="quiet"
                size="small"
                onPress={() => {
                  close();
                  act((events) => actions.move(events, days));
                }}
              >
                {say(key)}
              </Button>
            ))}
          </div>
        )}
      </PopoverButton>
    </>
  );
}

/** The bar of actions on all selected events. */
export function BulkBar({
  events,
  actions,
  isTrash,
  onDone,
}: {
  readonly events: readonly TableEvent[];
  readonly actions: EventActions;
  readonly isTrash: boolean;
  onDone(): void;
}) {
  const { say } = useTexts();
  const act: Act = (work) => {
    onDone();
    void work(events);
  };
  return (
    <section className="bulk" aria-label={say('admin.events.selected', { count: events.length })}>
      <b className="num">{say('admin.events.selected', { count: events.length })}</b>
      <div>
        {' '}
        {isTrash ? (
          <Button size="small" icon="hist" className="first" onPress={() => act(actions.restore)}>
            {say('admin.events.restore')}
          </Button>
        ) : (
          <>
            <Button
              size="small"
              icon="check"
              className="first"
              onPress={() => act((them) => actions.setStatus(them, 'publish'))}
            >
              {say('admin.events.publish')}
            </Button>
            <Button size="small" icon="edit" onPress={() => act((them) => actions.setStatus(them, 'draft'))}>
              {say('admin.events.to_draft')}
            </Button>
            <Edits actions={actions} act={act} />
            <Button size="small" icon="trash" onPress={() => act(actions.trash)}>
              {say('admin.events.trash')}
            </Button>
          </>
        )}
      </div>{' '}
      <IconButton name="x" label={say('admin.events.clear')} onPress={onDone} />
    </section>
  );
}
