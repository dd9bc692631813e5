import { useChoiceNames } from '../interface/choice-names.ts';
import { type LinkFilter, linkChoices } from '../interface/choices.ts';
import { Chip } from '../parts/chip.tsx';
import { TokenField } from '../parts/token-field.tsx';
import { useTexts } from '../texts/texts.tsx';

/** A filter of events by what they are linked to: any of what is chosen. */
export function LinkChip({
  by,
  ids,
  onChange,
}: {
  readonly by: LinkFilter;
  readonly ids: readonly number[];
  onChange(ids: number[]): void;
}) {
  const { say } = useTexts();
  const { named, know } = useChoiceNames(by, ids);
  const name = say(`admin.events.filter.${by}`);
  const [first, ...others] = named;
  return (
    <Chip
      name={name}
      label={first ? (others.length > 0 ? `${first.name} +${others.length}` : first.name) : name}
      isOn={first !== undefined}
    >
      <TokenField
        label={name}
        value={named}
        onChange={(chosen) => {
          know(chosen);
          onChange(chosen.flatMap(({ id }) => (id === undefined ? [] : [id])));
        }}
        queryKey={by}
        find={linkChoices[by].find}
        mayCreate={false}
        help={say('admin.events.filter.any')}
      />
    </Chip>
  );
}
