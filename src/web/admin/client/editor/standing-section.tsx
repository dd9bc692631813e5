import { type ReactNode, useId } from 'react';
import { findCategories, findTags } from '../interface/choices.ts';
import { usePermission } from '../interface/session.ts';
import { Checkbox } from '../parts/checkbox.tsx';
import { TextField } from '../parts/field.tsx';
import { TokenField } from '../parts/token-field.tsx';
import { happeningKeys, happenings } from '../texts/happenings.ts';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import type { EventForm } from './event-form.ts';
import { idOfPart } from './parts-of-editor.ts';
import type { SectionProps } from './section.ts';

const statusKeys: Readonly<Record<EventForm['status'], AdminKey>> = {
  draft: 'admin.status.draft',
  pending: 'admin.status.pending',
  publish: 'admin.status.publish',
  future: 'admin.editor.scheduled',
  private: 'admin.status.private',
  trash: 'admin.status.trash',
};

function Status({ form, onChange }: SectionProps) {
  const { say } = useTexts();
  const name = useId();
  const mayPublish = usePermission('publish');
  const choices: EventForm['status'][] = [
    'draft',
    'pending',
    ...(mayPublish ? (['publish', 'private'] as const) : []),
  ];
  // What it is already stays to be seen, such as published by an editor.
  const shown = choices.includes(form.status) ? choices : [...choices, form.status];
  return (
    <div className="seg" role="radiogroup" aria-label={say('admin.events.status')}>
      {shown.map((status) => (
        <label key={status}>
          <input
            type="radio"
            name={name}
            checked={form.status === status}
            onChange={() => onChange({ status })}
          />
          <span>{say(statusKeys[status])}</span>
        </label>
      ))}
    </div>
  );
}

/** Beside the words: status, who sees the event, where it is sorted, and its address. */
export function StandingSection({
  form,
  onChange,
  problems,
  isDateOfSeries,
  children,
}: SectionProps & {
  isDateOfSeries: boolean;
  /** Sections after its own. */
  children: ReactNode;
}) {
  const { say } = useTexts();
  const mayMakeTerms = usePermission('make_terms');
  const mayMakeTags = usePermission('tags');
  const happening = useId();
  return (
    <aside className="ed-side" aria-label={say('admin.editor.standing')}>
      <section>
        <h2>{say('admin.events.status')}</h2>
        {!isDateOfSeries && <Status form={form} onChange={onChange} problems={problems} />}
        <div className="f">
          <label htmlFor={happening}>{say('admin.editor.happening')}</label>
          <select
            id={happening}
            value={form.event_status}
            onChange={({ target }) =>
              onChange({ event_status: happenings.find((one) => one === target.value) ?? 'scheduled' })
            }
          >
            {happenings.map((one) => (
              <option key={one} value={one}>
                {say(happeningKeys[one])}
              </option>
            ))}
          </select>
        </div>
        {form.event_status !== 'scheduled' && (
          <TextField
            label={say('admin.editor.reason')}
            value={form.event_status_reason}
            onChange={(event_status_reason) => onChange({ event_status_reason })}
            problem={problems['event_status_reason'] ?? problems['event_status']}
          />
        )}
      </section>
      <section>
        <h2>{say('admin.editor.visible')}</h2>
        <Checkbox
          isSelected={!form.hide_from_listings}
          onChange={(isListed) => onChange({ hide_from_listings: !isListed })}
        >
          {say('admin.editor.listed')}
        </Checkbox>
        <Checkbox isSelected={form.featured} onChange={(featured) => onChange({ featured })}>
          {say('admin.editor.featured')}
        </Checkbox>
        <TextField
          label={say('admin.editor.password')}
          help={say('admin.editor.password_help')}
          value={form.password}
          onChange={(password) => onChange({ password })}
          autoComplete="off"
          problem={problems['password']}
        />
      </section>
      <section id={idOfPart('categories')}>
        <h2>{say('admin.editor.sorted')}</h2>
        <TokenField
          label={say('admin.editor.categories')}
          value={form.categories}
          onChange={(categories) => onChange({ categories })}
          queryKey="categories"
          find={findCategories}
          mayCreate={mayMakeTerms}
          problem={problems['categories']}
        />
        <TokenField
          label={say('admin.editor.tags')}
          value={form.tags}
          onChange={(tags) => onChange({ tags })}
          queryKey="tags"
          find={findTags}
          mayCreate={mayMakeTags || mayMakeTerms}
          problem={problems['tags']}
        />
      </section>
      {!isDateOfSeries && (
        <section>
          <h2>{say('admin.editor.address')}</h2>
          <TextField
            label={say('admin.editor.slug')}
            help={say('admin.editor.slug_help')}
            value={form.slug}
            onChange={(slug) => onChange({ slug })}
            problem={problems['slug']}
          />
        </section>
      )}
      {children}
    </aside>
  );
}
