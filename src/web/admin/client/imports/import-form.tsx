import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react';
import { findCategories } from '../interface/choices.ts';
import { InterfaceError } from '../interface/client.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Problem } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Strip } from '../parts/strip.tsx';
import { type Token, TokenField } from '../parts/token-field.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import {
  type ImportedStatus,
  importedStatuses,
  importsQuery,
  type ShownImport,
  startImport,
} from './import-query.ts';
import { sizeText } from './size-text.ts';

const SHOWN_FIELDS = ['kind', 'file', 'url', 'status', 'categories'];

/** A field for a file that is dropped or chosen. */
function FileField({
  file,
  onChange,
  problem,
}: {
  readonly file: File | undefined;
  onChange(file: File | undefined): void;
  readonly problem: string | undefined;
}) {
  const { say, language } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChange(dropped);
  };
  return (
    <div className={`f${problem ? ' is-bad' : ''}`}>
      <label htmlFor={id}>{say('admin.imports.file')}</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the button within */}
      <div
        className={`drop im-f${isOver ? ' is-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          onChange={({ target }) => {
            onChange(target.files?.[0]);
            target.value = '';
          }}
        />
        {file && (
          <p className="im-c">
            <Icon name="upload" />
            <b>{file.name}</b>
            <span className="dim num">{sizeText(file.size, language)}</span>
            <IconButton
              name="x"
              label={say('admin.remove', { name: file.name })}
              onPress={() => onChange(undefined)}
            />
          </p>
        )}
        <Button look="quiet" size="small" icon="upload" onPress={() => input.current?.click()}>
          {say(file ? 'admin.imports.file_other' : 'admin.imports.file_choose')}
        </Button>
        {!file && <span className="h">{say('admin.imports.file_drop')}</span>}
      </div>
      {problem && (
        <p className="f-e" role="alert">
          <Problem>{problem}</Problem>
        </p>
      )}
    </div>
  );
}

/** The form that begins an import: a source, what its events become, and a trial first. */
export function ImportForm({ onBegun }: { onBegun(run: ShownImport): void }) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const { data } = useQuery(importsQuery(1));
  const kinds = data?.kinds ?? [];
  const [kind, setKind] = useState<ShownImport['kind']>(null);
  const [file, setFile] = useState<File>();
  const [address, setAddress] = useState('');
  const [status, setStatus] = useState<ImportedStatus>();
  const [categories, setCategories] = useState<readonly Token[]>([]);
  const [isMissing, setMissing] = useState(false);
  const { mutate, error, isPending, variables, reset } = useMutation({
    mutationFn: startImport,
    async onSuccess(run) {
      await queries.invalidateQueries({ queryKey: ['imports', 'list'] });
      onBegun(run);
    },
  });
  const begin = (isDryRun: boolean) => {
    const source = file ?? address.trim();
    setMissing(source === '');
    if (source === '') return reset();
    const ids = categories.flatMap(({ id }) => (id === undefined ? [] : [id]));
    mutate({ kind, source, status, categories: ids, isDryRun });
  };
  const refused = error instanceof InterfaceError ? error.fields : {};
  const isElsewhere = error && !SHOWN_FIELDS.some((field) => refused[field] !== undefined);
  return (
    <form
      className="im-new"
      aria-labelledby="new-import"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        begin(true);
      }}
    >
      <h2 id="new-import">{say('admin.imports.new')}</h2>
      {isElsewhere && <Strip look="bad">{problemText(error, say)}</Strip>}
      <SelectField
        label={say('admin.imports.kind')}
        value={kind ?? ''}
        onChange={(value) => setKind(kinds.find((one) => one === value) ?? null)}
        choices={[
          { value: '', text: say('admin.imports.kind.any') },
          ...kinds.map((one) => ({ value: one, text: say(`admin.imports.kind.${one}`) })),
        ]}
        help={say(`admin.imports.kind.${kind ?? 'any'}.help`)}
        problem={refused['kind']}
      />
      <FileField
        file={file}
        onChange={(chosen) => {
          setFile(chosen);
          setMissing(false);
        }}
        problem={isMissing ? say('admin.imports.source_missing') : refused['file']}
      />
      {!file && (
        <LinkField
          label={say('admin.imports.address')}
          value={address}
          onChange={setAddress}
          placeholder="https://example.org/"
          help={say('admin.imports.address.help')}
          problem={refused['url']}
        />
      )}
      <SelectField
        label={say('admin.imports.status')}
        value={status ?? ''}
        onChange={(value) => setStatus(importedStatuses.find((one) => one === value))}
        choices={[
          { value: '', text: say('admin.imports.status.own') },
          ...importedStatuses.map((one) => ({ value: one, text: say(`admin.status.${one}`) })),
        ]}
        problem={refused['status']}
      />
      <TokenField
        label={say('admin.imports.categories')}
        value={categories}
        onChange={setCategories}
        queryKey="categories"
        find={findCategories}
        mayCreate={false}
        problem={refused['categories']}
        help={say('admin.imports.categories.help')}
      />
      <div className="btns">
        <Button
          type="submit"
          icon="eye"
          isBusy={isPending && variables.isDryRun}
          isDisabled={isPending && !variables.isDryRun}
        >
          {say('admin.imports.try')}
        </Button>
        <Button
          look="quiet"
          isBusy={isPending && !variables.isDryRun}
          isDisabled={isPending && variables.isDryRun}
          onPress={() => begin(false)}
        >
          {say('admin.imports.at_once')}
        </Button>
      </div>
      <p className="h">{say('admin.imports.try.help')}</p>
    </form>
  );
}
