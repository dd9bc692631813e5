import type { FileStart, SourceKind } from '../source-kind.ts';

const isJson = ({ text }: FileStart) => /^[{[]/.test(text);

const opening: Omit<SourceKind, 'recognizes'> = {
  options: [],
  isSite: true,
  async openFile(bytes, request) {
    const { fileSource } = await import('./batches.ts');
    return fileSource(bytes, request);
  },
  async openAddress(address, { requestedLanguage }, { all, onWait, ...options }) {
    const [{ siteSource }, { SiteClient }] = await Promise.all([
      import('./batches.ts'),
      import('./client.ts'),
    ]);
    const client = new SiteClient(address, {
      ...options,
      language: requestedLanguage,
      ...(onWait ? { onWait } : {}),
    });
    return siteSource(client, address, { all, requestedLanguage });
  },
};

/** Exports of Kalends, and other installations of it. */
export const kalends: SourceKind = {
  ...opening,
  recognizes: (start) => isJson(start) && /^\{\s*"kalends"\s*:/.test(start.text),
};

/** Answers of The Events Calendar, and sites with it. */
export const tec: SourceKind = {
  ...opening,
  recognizes: (start) =>
    isJson(start) &&
    !/"@(?:context|type|graph)"/.test(start.text) &&
    /"(?:events|start_date|rest_url|taxonomy|venue|organizer|categories|tags)"\s*:/.test(start.text),
};
