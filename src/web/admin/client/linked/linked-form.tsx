import { lazy, Suspense, useRef } from 'react';
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
import { LeavingStrip } from '../shell/leaving-strip.tsx';
import { useHeldLeaving } from '../shell/use-held-leaving.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { fieldsOfFound } from './address-lookup.tsx';
import type { Coordinate } from './coordinates.ts';
import { fieldsOf, inputTypes, type LinkedScreenKind } from './linked-kinds.ts';
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
  const isLeaving = useRef(false);
  const form = useLinkedForm(kind, id, () => {
    isLeaving.current = true;
    onClose();
  });
  const { known, values, problem, set } = form;
  const changed = useLastChange(kind === 'venues' ? 'venue' : 'organizer', id, form.conflicts.length > 0);
  const leaving = useHeldLeaving(() => form.isDirty && !isLeaving.current, ['open']);
  const fields = problem instanceof InterfaceError ? problem.fields : {};
  const place = { geo_lat: values['geo_lat'] ?? '', geo_lng: values['geo_lng'] ?? '' };
  const save = async () => {
    // Said beside the field, and not sent: half a place is none.
    if (isWrongCoordinate(place, 'geo_lat') || isWrongCoordinate(place, 'geo_lng')) return;
    if (!(await form.save())) focusRefused(element.current);
  };
  return (
    <form
      ref={element}
      className="side"
      aria-label={id === undefined ? say(`admin.linked.new.${kind}`) : (known?.name ?? '')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <PaneHead
        title={id === undefined ? say(`admin.linked.new.${kind}`) : plainText(known?.name ?? '')}
        isReached={id !== undefined}
        onClose={onClose}
      />
      {form.failure ? <Failed error={form.failure} onRetry={form.retry} /> : null}
      <LeavingStrip leaving={leaving} />
      {form.conflicts.length > 0 && (
        <Strip
          look="bad"
          action={
            <>
              <Button look="quiet" size="small" onPress={() => void form.choose('mine')}>
                {say('admin.linked.keep_mine')}
              </Button>
              <Button look="bare" size="small" onPress={() => void form.choose('theirs')}>
                {say('admin.linked.take_theirs')}
              </Button>
            </>
          }
        >
          {say('admin.linked.conflict_in', {
            whose: changed.whose,
            fields: form.conflicts
              .map(({ name, theirs }) =>
                say('admin.linked.theirs', { field: say(`admin.linked.field.${name}`), value: theirs }),
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
        <Button type="submit" isBusy={form.isBusy}>
          {say('admin.linked.save')}
        </Button>
        <Button look="bare" onPress={onClose}>
          {say('admin.cancel')}
        </Button>
      </p>
    </form>
  );
}
