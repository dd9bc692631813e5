import { lazy, Suspense, useRef } from 'react';
import { LeavingStrip } from '../editing/leaving-strip.tsx';
import { useHeldLeaving } from '../editing/use-held-leaving.ts';
import { InterfaceError } from '../interface/client.ts';
import { useLastChange } from '../interface/last-change.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { PaneHead } from '../parts/pane-head.tsx';
import { Strip } from '../parts/strip.tsx';
import { siteLanguage } from '../shell/brand.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { focusRefused } from '../shell/focus-soon.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { fieldsOfFound } from './address-lookup.tsx';
import type { Coordinate } from './coordinates.ts';
import { fieldsOf, inputTypes, type LinkedScreenKind, type LinkedValues } from './linked-kinds.ts';
import { useLinkedForm } from './use-linked-form.ts';
import { isWrongCoordinate, VenuePlace } from './venue-place.tsx';

const RichText = lazy(() => import('../parts/rich-text.tsx'));

/** Short ones stand two in a row. */
const HALVES = new Set(['zip', 'city', 'district', 'country']);

const isTyped = <T extends string>(name: T): name is Exclude<T, Coordinate | 'description'> =>
  name !== 'geo_lat' && name !== 'geo_lng' && name !== 'description';

/** The form of a venue or an organizer beside the table; a new one without an ID. */
export function LinkedForm({
  kind,
  id,
  onClose,
}: {
  readonly kind: LinkedScreenKind;
  readonly id: number | undefined;
  onClose(): void;
}) {
  const { say } = useTexts();
  const element = useRef<HTMLFormElement>(null);
  const editing = useLinkedForm(kind, id, {
    onDone: onClose,
    onProblem: () => focusRefused(element.current),
  });
  const { editor, state, known, conflicts } = editing;
  const { form: values, problem } = state;
  const set = (change: LinkedValues) => editor.type({ ...editor.now().form, ...change });
  const changed = useLastChange(kind === 'venues' ? 'venue' : 'organizer', id, conflicts.length > 0);
  const leaving = useHeldLeaving(editor, ['open']);
  const fields = problem instanceof InterfaceError ? problem.fields : {};
  const place = { geo_lat: values['geo_lat'] ?? '', geo_lng: values['geo_lng'] ?? '' };
  const save = () => {
    // Said beside the field, and not sent: half a place is none.
    if (isWrongCoordinate(place, 'geo_lat') || isWrongCoordinate(place, 'geo_lng')) return;
    // Nothing has to be saved.
    if (state.name === 'clean' && id !== undefined) onClose();
    else editor.save();
  };
  return (
    <form
      ref={element}
      className="side"
      aria-label={id === undefined ? say(`admin.linked.new.${kind}`) : (known?.name ?? '')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <PaneHead
        title={id === undefined ? say(`admin.linked.new.${kind}`) : plainText(known?.name ?? '')}
        isReached={id !== undefined}
        onClose={onClose}
      />
      {editing.failure ? <Failed error={editing.failure} onRetry={editing.retry} /> : null}
      <LeavingStrip leaving={leaving} />
      {conflicts.length > 0 && (
        <Strip
          look="bad"
          action={
            <>
              <Button
                look="quiet"
                size="small"
                onPress={() => {
                  editor.choose([]);
                  editor.save();
                }}
              >
                {say('admin.linked.keep_mine')}
              </Button>
              <Button
                look="bare"
                size="small"
                onPress={() => editor.choose(conflicts.map(({ path }) => path))}
              >
                {say('admin.linked.take_theirs')}
              </Button>
            </>
          }
        >
          {say('admin.linked.conflict_in', {
            whose: changed.whose,
            fields: conflicts
              .map(({ path, theirs }) =>
                say('admin.linked.theirs', {
                  field: fieldsOf[kind]
                    .filter((name) => name === path)
                    .map((name) => say(`admin.linked.field.${name}`))
                    .join(''),
                  value: String(theirs),
                }),
              )
              .join(' · '),
          })}
        </Strip>
      )}
      {problem !== undefined && Object.keys(fields).length === 0 ? (
        <Strip look="bad">{problemText(problem, say)}</Strip>
      ) : null}
      {fieldsOf[kind].filter(isTyped).map((name) => {
        const field = {
          className: HALVES.has(name) ? 'half' : '',
          label: say(`admin.linked.field.${name}`),
          value: values[name] ?? '',
          onChange: (value: string) => set({ [name]: value }),
          problem: fields[name] ?? '',
        };
        return name === 'website' ? (
          <LinkField key={name} {...field} />
        ) : (
          <TextField
            key={name}
            {...field}
            type={inputTypes[name] ?? 'text'}
            isRequired={name === 'venue' || name === 'organizer'}
            autoFocus={id === undefined && (name === 'venue' || name === 'organizer')}
          />
        );
      })}
      {(id === undefined || known) && (
        <Suspense fallback={<div className="rt rt-wait" />}>
          <RichText
            label={say('admin.linked.field.description')}
            lang={siteLanguage}
            value={values['description'] ?? ''}
            onChange={(description) => set({ description })}
            problem={fields['description']}
          />
        </Suspense>
      )}
      {kind === 'venues' && (
        <VenuePlace
          typed={place}
          name={values['venue'] ?? ''}
          problems={fields}
          lookup={{
            words: ['venue', 'address', 'zip', 'city', 'country'].map((part) => values[part]),
            onTake: (found) => set(fieldsOfFound(found, values, fieldsOf.venues)),
          }}
          onChange={(typed) => set({ ...typed })}
        />
      )}
      <p className="f-row">
        <Button type="submit" isBusy={editing.isBusy}>
          {say('admin.linked.save')}
        </Button>
        <Button look="bare" onPress={onClose}>
          {say('admin.cancel')}
        </Button>
      </p>
    </form>
  );
}
