import { useQuery } from '@tanstack/react-query';
import { placeOf } from '../interface/choices.ts';
import { fieldsOfFound } from '../linked/address-lookup.tsx';
import { inputTypes, type LinkedScreenKind, linkedCalls } from '../linked/linked-kinds.ts';
import { VenuePlace } from '../linked/venue-place.tsx';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import type { Choice } from './event-form.ts';
import { comparedOf, newItemFields, placeTyped } from './new-items.ts';
import { useRested } from './rested.ts';

/** Items that something new is likely to be, with a button that takes one instead. */
function NewDoubles({
  kind,
  choice,
  chosen,
  onTake,
}: {
  readonly kind: LinkedScreenKind;
  readonly choice: Choice;
  readonly chosen: readonly Choice[];
  onTake(known: Choice): void;
}) {
  const { say } = useTexts();
  const asked = useRested(comparedOf(kind, choice));
  const { data = [] } = useQuery({
    queryKey: [kind, 'doubles', asked],
    queryFn: ({ signal }) => linkedCalls[kind].doublesOf(asked, signal),
    retry: false,
  });
  const doubles = data.flatMap(({ items, reasons }) =>
    items.filter(({ id }) => !chosen.some((one) => one.id === id)).map((item) => ({ item, reasons })),
  );
  return (
    <div role="status">
      {doubles.map(({ item, reasons }) => (
        <p className="ov" key={item.id}>
          <Icon name="warn" />
          <span>
            {say('admin.editor.double', { name: plainText(item.name), place: placeOf(item) || 'none' })}{' '}
            <small>{reasons.map((reason) => say(`admin.linked.reason.${reason}`)).join(', ')}</small>
          </span>
          <Button
            look="quiet"
            size="small"
            aria-label={`${say('admin.editor.double_take')}: ${plainText(item.name)}`}
            onPress={() => onTake({ id: item.id, name: plainText(item.name) })}
          >
            {say('admin.editor.double_take')}
          </Button>
        </p>
      ))}
    </div>
  );
}

/** Fields of a new venue or organizer, which is made with the event. */
function NewItemFields({
  kind,
  choice,
  onChange,
}: {
  readonly kind: LinkedScreenKind;
  readonly choice: Choice;
  onChange(choice: Choice): void;
}) {
  const { say } = useTexts();
  const set = (fields: Readonly<Record<string, string>>) =>
    onChange({ ...choice, fields: { ...choice.fields, ...fields } });
  return (
    <div className="nv">
      {newItemFields[kind].map((name) => {
        const field = {
          className: `nv-${name}`,
          label: say(`admin.linked.field.${name}`),
          value: choice.fields?.[name] ?? '',
          onChange: (value: string) => set({ [name]: value }),
        };
        if (name === 'website') return <LinkField key={name} {...field} />;
        return <TextField key={name} {...field} type={inputTypes[name] ?? 'text'} />;
      })}
      {kind === 'venues' && (
        <VenuePlace
          typed={placeTyped(choice)}
          name={choice.name}
          lookup={{
            words: [choice.name, ...newItemFields.venues.map((name) => choice.fields?.[name])],
            onTake: (found) => set(fieldsOfFound(found, choice.fields ?? {}, newItemFields.venues)),
          }}
          onChange={(typed) => set({ ...typed })}
        />
      )}
    </div>
  );
}

/** Fieldsets for the new ones in a picker: what they are likely to be, and fields that tell more of them. */
export function NewLinked({
  kind,
  value,
  onChange,
}: {
  readonly kind: LinkedScreenKind;
  readonly value: readonly Choice[];
  onChange(value: readonly Choice[]): void;
}) {
  const { say } = useTexts();
  return value.map((choice, place) => {
    if (choice.id !== undefined) return null;
    const put = (next: Choice) => onChange(value.with(place, next));
    return (
      <fieldset key={choice.name} className="nl">
        <legend>{say(`admin.editor.new.${kind}`, { name: choice.name })}</legend>
        <NewDoubles kind={kind} choice={choice} chosen={value} onTake={put} />
        <NewItemFields kind={kind} choice={choice} onChange={put} />
      </fieldset>
    );
  });
}
