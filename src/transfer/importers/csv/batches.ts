import { invalidParameter, KalendsError } from '#errors.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import type { ByteSource } from '../byte-source.ts';
import { type ImportBatch, ImportError, type ImportSource, noItems } from '../import-item.ts';
import { repair } from '../named-items.ts';
import type { ReadRequest } from '../source-kind.ts';
import { type AdaptedRows, RowAdapter } from './adapt.ts';
import { readColumns } from './columns.ts';
import { openTable } from './document.ts';

/** Rows of a batch. */
const BATCH = 500;

async function openColumns(bytes: ByteSource, request: ReadRequest) {
  const table = await openTable(bytes, request);
  const columns = await readColumns(table, request.options);
  // A dry run shows what its columns are, so that what is missing can be added.
  const [fault] = [...columns.mappingFaults, ...(request.isDryRun ? [] : columns.faults)];
  const { ambiguous: column } = columns;
  const ambiguity: Message | undefined =
    column === undefined || request.isDryRun ? undefined : message('import.csv.ambiguous', { column });
  return { table, columns, fault, ambiguity };
}

/** Refuses a table whose columns or dates are not clear. @throws KalendsError 400 */
export async function checkUpload(bytes: ByteSource, request: ReadRequest): Promise<void> {
  const opened = await openColumns(bytes, request).catch((error: unknown) => {
    // What is no table fails as an import.
    if (error instanceof ImportError) return undefined;
    throw error;
  });
  if (opened?.fault) throw invalidParameter('mapping', opened.fault);
  if (opened?.ambiguity)
    throw new KalendsError('rest_import_ambiguous', {
      data: { problems: { date_order: { message: opened.ambiguity } } },
    });
}

/** Opens a table. @throws ImportError */
export async function openFile(bytes: ByteSource, request: ReadRequest): Promise<ImportSource> {
  const { mostItems = Number.POSITIVE_INFINITY, shown: source } = request;
  const { table, columns, fault, ambiguity } = await openColumns(bytes, request);
  const refusal = fault ?? ambiguity;
  if (refusal) throw new ImportError(refusal);
  if (columns.rows > mostItems)
    throw new ImportError(message('import.too_many_items', { source, limit: mostItems }));
  return {
    name: request.name,
    requestedLanguage: request.requestedLanguage,
    embeddedCount: true,
    events: columns.rows,
    trustedHosts: [],
    repairs: table.isGuessed ? [repair('encoding_guessed', null, null, 'windows-1252')] : [],
    columns: columns.shown,
    async *batches(): AsyncGenerator<ImportBatch> {
      const adapter = new RowAdapter(request, table, columns);
      const { rows: total } = columns;
      const empty = (): AdaptedRows => ({ items: noItems(), remarks: [] });
      let batch = empty();
      let index = 0;
      for await (const row of table.rows()) {
        adapter.add(batch, row, index++);
        if (index % BATCH !== 0) continue;
        yield { ...batch, progress: { what: 'events', done: index, total } };
        batch = empty();
      }
      yield { ...batch, progress: { what: 'events', done: index, total } };
    },
  };
}
