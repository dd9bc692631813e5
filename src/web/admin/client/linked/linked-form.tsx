import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { InterfaceError } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { PaneHead } from '../parts/pane-head.tsx';
import { Strip } from '../parts/strip.tsx';
import { useToast } from '../parts/toast.tsx';
import { siteLanguage } from '../shell/brand.tsx';
import { Failed, problemText } from '../shell/failure.tsx';
import { focusRefused } from '../shell/focus-soon.ts';
import { LeavingStrip } from '../shell/leaving-strip.tsx';
import { useHeldLeaving } from '../shell/use-held-leaving.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import type { Coordinate } from './coordinates.ts';
import { fieldsOf, type LinkedItem, type LinkedScreenKind, linkedCalls } from './linked-kinds.ts';
import { isWrongCoordinate, VenuePlace } from './venue-place.tsx';

const RichText = lazy(() => import('../parts/rich-text.tsx'));

const types: Readonly<Record<string, 'email' | 'url' | 'tel'>> = {
  email: 'email',
  website: 'url',
  phone: 'tel',
};

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
  const queries = useQueryClient();
  const toast = useToast();
  const calls = linkedCalls[kind];
  const { data, error, refetch } = useQuery({
    queryKey: [kind, 'one', id],
    queryFn: ({ signal }) => calls.read(id ?? 0, signal),
    enabled: id !== undefined,
  });
  const [known, setKnown] = useState<LinkedItem>();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!data || known) return;
    setKnown(data);
    setValues(data.values);
  }, [data, known]);
  const form = useRef<HTMLFormElement>(null);
  const isLeaving = useRef(false);
  const isDirty = fieldsOf[kind].some((name) => (values[name] ?? '') !== (known?.values[name] ?? ''));
  const leaving = useHeldLeaving(() => isDirty && !isLeaving.current, ['open']);
  const conflict = problem instanceof InterfaceError && problem.status === 412 ? problem : undefined;
  const fields = problem instanceof InterfaceError ? problem.fields : {};

  const place = { geo_lat: values['geo_lat'] ?? '', geo_lng: values['geo_lng'] ?? '' };

  const takeBack = async ({ id: item, revision }: LinkedItem) => {
    try {
      // What somebody else has saved since stays.
      await (known ? calls.update(item, known.values, revision) : calls.trash(item));
      toast({ text: say('admin.history.taken_back') });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await queries.invalidateQueries({ queryKey: [kind] });
  };
  const save = async () => {
    // Said beside the field, and not sent: half a place is none.
    if (isWrongCoordinate(place, 'geo_lat') || isWrongCoordinate(place, 'geo_lng')) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const saved = await (id === undefined
        ? calls.create(values)
        : calls.update(id, values, known?.revision));
      await queries.invalidateQueries({ queryKey: [kind] });
      toast({ text: say('admin.linked.saved'), undo: () => takeBack(saved) });
      isLeaving.current = true;
      onClose();
    } catch (refusal) {
      setProblem(refusal);
      focusRefused(form.current);
    } finally {
      setBusy(false);
    }
  };
  /** Takes what somebody else has saved meanwhile as what is known, and keeps what was typed here. */
  const keepMine = () => {
    const current = conflict?.data['current'];
    const revision =
      typeof current === 'object' && current !== null && 'revision' in current
        ? Number(current.revision)
        : undefined;
    if (known) setKnown({ ...known, revision });
    setProblem(undefined);
  };
  const takeTheirs = () => {
    setKnown(undefined);
    setProblem(undefined);
    void refetch();
  };
  return (
    <form
      ref={form}
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
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      <LeavingStrip leaving={leaving} />
      {conflict && (
        <Strip
          look="bad"
          action={
            <>
              <Button look="quiet" size="small" onPress={keepMine}>
                {say('admin.linked.keep_mine')}
              </Button>
              <Button look="bare" size="small" onPress={takeTheirs}>
                {say('admin.linked.take_theirs')}
              </Button>
            </>
          }
        >
          {say('admin.linked.conflict')}
        </Strip>
      )}
      {problem !== undefined && !conflict && Object.keys(fields).length === 0 ? (
        <Strip look="bad">{problemText(problem, say)}</Strip>
      ) : null}
      {fieldsOf[kind].filter(isTyped).map((name) => (
        <TextField
          key={name}
          className={HALVES.has(name) ? 'half' : ''}
          label={say(`admin.linked.field.${name}`)}
          value={values[name] ?? ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
          problem={fields[name] ?? ''}
          type={types[name] ?? 'text'}
          isRequired={name === 'venue' || name === 'organizer'}
          autoFocus={id === undefined && (name === 'venue' || name === 'organizer')}
        />
      ))}
      {(id === undefined || known) && (
        <Suspense fallback={<div className="rt rt-wait" />}>
          <RichText
            label={say('admin.linked.field.description')}
            lang={siteLanguage}
            value={values['description'] ?? ''}
            onChange={(description) => setValues((now) => ({ ...now, description }))}
            problem={fields['description']}
          />
        </Suspense>
      )}
      {kind === 'venues' && (
        <VenuePlace
          typed={place}
          name={values['venue'] ?? ''}
          problems={fields}
          onChange={(typed) => setValues({ ...values, ...typed })}
        />
      )}
      <p className="f-row">
        <Button type="submit" isBusy={isBusy}>
          {say('admin.linked.save')}
        </Button>
        <Button look="bare" onPress={onClose}>
          {say('admin.cancel')}
        </Button>
      </p>
    </form>
  );
}
