import { findOrganizers, findVenues } from '../interface/choices.ts';
import { usePermission } from '../interface/session.ts';
import { TextField } from '../parts/field.tsx';
import { TokenField } from '../parts/token-field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Overlaps } from './overlaps.tsx';
import type { SectionProps } from './section.ts';

/** Fields for where the event is, and who holds it. */
export function LinksSection({
  id,
  form,
  onChange,
  problems,
}: SectionProps & {
  /** That of the event, which is in nobody's way by itself. */
  readonly id: number | undefined;
}) {
  const { say } = useTexts();
  const mayCreate = usePermission('create');
  return (
    <section className="es">
      <h2>{say('admin.editor.where')}</h2>
      <div className="ww">
        <TokenField
          id="venue"
          label={say('admin.editor.venue')}
          value={form.venue}
          onChange={(venue) => onChange({ venue })}
          queryKey="venues"
          find={findVenues}
          mayCreate={mayCreate}
          problem={problems['venue']}
        />
        <Overlaps id={id} form={form} />
        <TokenField
          label={say('admin.editor.organizers')}
          value={form.organizer}
          onChange={(organizer) => onChange({ organizer })}
          queryKey="organizers"
          find={findOrganizers}
          mayCreate={mayCreate}
          problem={problems['organizer']}
        />
        <TextField
          label={say('admin.editor.online_address')}
          type="url"
          value={form.virtual_url}
          onChange={(virtual_url) => onChange({ virtual_url })}
          help={say('admin.editor.online_help')}
          problem={problems['virtual_url']}
        />
        <TextField
          label={say('admin.editor.website')}
          type="url"
          value={form.website}
          onChange={(website) => onChange({ website })}
          problem={problems['website']}
        />
      </div>
    </section>
  );
}
