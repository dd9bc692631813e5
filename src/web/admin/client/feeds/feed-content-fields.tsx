import { useChoiceNames } from '../interface/choice-names.ts';
import { type LinkFilter, linkChoices } from '../interface/choices.ts';
import { TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { TokenField } from '../parts/token-field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type FeedContent, feedForms, feedLinkNames } from './feed-content.ts';

interface ContentProps {
  readonly content: FeedContent;
  onChange(change: Partial<FeedContent>): void;
}

function LinkField({ by, content, onChange }: ContentProps & { readonly by: LinkFilter }) {
  const { say } = useTexts();
  const { named, know } = useChoiceNames(by, content[by]);
  return (
    <TokenField
      label={say(`admin.events.filter.${by}`)}
      value={named}
      onChange={(chosen) => {
        know(chosen);
        onChange({ [by]: chosen.flatMap(({ id }) => (id === undefined ? [] : [id])) });
      }}
      queryKey={by}
      find={linkChoices[by].find}
      mayCreate={false}
    />
  );
}

/** Fields for the form of a feed, and for the events that it has. */
export const FeedContentFields = ({
  content,
  onChange,
  problem,
}: ContentProps & { readonly problem: string }) => {
  const { say } = useTexts();
  return (
    <>
      <div className="se-r">
        <SelectField
          label={say('admin.feeds.form')}
          value={content.form}
          onChange={(value) => onChange({ form: feedForms.find((one) => one === value) ?? 'ics' })}
          choices={feedForms.map((one) => ({ value: one, text: say(`admin.feeds.form.${one}`) }))}
        />
        <TextField
          label={say('admin.feeds.search')}
          help={say('admin.feeds.search_help')}
          value={content.search}
          onChange={(search) => onChange({ search })}
          problem={problem}
        />
      </div>
      <div className="se-r">
        {feedLinkNames.map((by) => (
          <LinkField key={by} by={by} content={content} onChange={onChange} />
        ))}
      </div>
    </>
  );
};
