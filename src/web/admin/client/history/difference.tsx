import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';

const LONGEST = 300;

/** Returns a value of a field as it stands in the table of differences. */
function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(shown).filter(Boolean).join(', ');
  return JSON.stringify(value);
}

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** A value before or after a change. */
function Value({ value, isAfter }: { value: unknown; isAfter: boolean }) {
  const { say } = useTexts();
  const text = shortened(shown(value));
  if (text === '') return <span className="dim">{say('admin.history.nothing')}</span>;
  return isAfter ? <ins>{text}</ins> : <del>{text}</del>;
}

/** The differences of an entry, a field a row. */
export function Differences({
  changes,
}: {
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
}) {
  const { say } = useTexts();
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">{say('admin.history.field')}</th>
          <th scope="col">{say('admin.history.before')}</th>
          <th scope="col">{say('admin.history.after')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(changes).map(([field, { from, to }]) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>
              <Value value={from} isAfter={false} />
            </td>
            <td>
              <Value value={to} isAfter />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
