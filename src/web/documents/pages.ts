import type { Call } from '#context.ts';
import { assetPath } from '#web/assets/assets.ts';
import { samePath } from '#web/html/alternates.ts';
import { type Html, type HtmlContent, html } from '#web/html/html.ts';
import { type HtmlPage, missingPage, pageAddress, translateText } from '#web/html/page.ts';
import { FIRST, groupsOf, readDocument } from './files.ts';
import { sectionsOf } from './headings.ts';
import { renderMarkdown } from './markdown.ts';
import { searchDocuments } from './search.ts';

const addressOf = (call: Call, name: string) => pageAddress(call, `docs/${name}`);

function searchForm(call: Call, search: string): Html {
  return html`<form class="find" role="search" action="${pageAddress(call, 'docs/search')}">
<label for="find-text">${translateText(call, 'docs.guides.search')}</label><input type="search" id="find-text" name="search" dir="auto" value="${search}" placeholder="${translateText(call, 'docs.guides.search')}">
<button class="btn btn-quiet btn-s">${translateText(call, 'page.search')}</button></form>`;
}

/** Renders links to all documents, with the sections of the current one. @param current its name, '' for none */
function contents(call: Call, current: string): Html {
  const first = readDocument(FIRST);
  const document = readDocument(current);
  const sections = document ? sectionsOf(document.source).filter(({ level }) => level === 2) : [];
  const own = html`<ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>`;
  const link = (title: string, name: string | undefined) => {
    const isCurrent = name !== undefined && name === current;
    const address = name === undefined ? pageAddress(call, 'docs') : addressOf(call, name);
    return html`<li><a href="${address}"${isCurrent ? html` aria-current="page"` : ''}>${title}</a>${isCurrent && sections.length > 0 ? own : ''}</li>`;
  };
  return html`<nav class="contents" aria-labelledby="contents"><h2 id="contents">${translateText(call, 'docs.contents')}</h2>
<ul>${link(translateText(call, 'docs.guides'), FIRST)}${(first ? groupsOf(first) : []).map(
    ({ title, links }) =>
      html`<li lang="en"><b>${title}</b><ul>${links.map((one) => link(one.title, one.name))}</ul></li>`,
  )}</ul></nav>`;
}

function pageOf(
  call: Call,
  {
    title,
    path,
    current,
    search = '',
    body,
  }: Pick<HtmlPage, 'title' | 'body'> & { path: string; current: string; search?: string },
): HtmlPage {
  const isEnglish = call.language === 'en';
  const note: HtmlContent = isEnglish
    ? ''
    : html`<p class="soft">${translateText(call, 'docs.guides.english')}</p>`;
  return {
    title,
    paths: samePath(path),
    head: html`<link rel="stylesheet" href="${assetPath('docs.css')}">`,
    body: html`<div class="docs guide"><aside>${searchForm(call, search)}${contents(call, current)}</aside>
<div class="told">${note}${body}</div></div>`,
  };
}

/** Returns the page of a document, or the page for a missing one. */
export async function guidePage(call: Call, name: string): Promise<HtmlPage> {
  const document = readDocument(name);
  if (!document) return missingPage(call, 'page');
  const [first] = sectionsOf(document.source);
  return pageOf(call, {
    title: first?.title ?? name,
    path: `docs/${name}`,
    current: name,
    body: html`<article lang="en">${await renderMarkdown(call, document)}</article>`,
  });
}

/** Returns the page of a search in the documents, which works without script. */
export function guideSearchPage(call: Call, search: string): HtmlPage {
  const title = translateText(call, 'docs.guides.search');
  const hits = searchDocuments(search);
  const results = hits.map(({ document, title: of, section, excerpt }) =>
    section.level === 1
      ? html`<li><a href="${addressOf(call, document.name)}">${section.title}</a><p>${excerpt}</p></li>`
      : html`<li><a href="${addressOf(call, document.name)}#${section.id}">${section.title} <small>${of}</small></a><p>${excerpt}</p></li>`,
  );
  const said =
    search.trim() === ''
      ? ''
      : hits.length === 0
        ? html`<p role="status">${translateText(call, 'docs.guides.none', { search: search.trim() })}</p>`
        : html`<p class="soft" role="status">${translateText(call, 'docs.found')} ${hits.length}</p>`;
  return {
    ...pageOf(call, {
      title,
      path: search === '' ? 'docs/search' : `docs/search?search=${encodeURIComponent(search)}`,
      current: '',
      search,
      body: html`<h1>${title}</h1>${said}<ol class="hits" lang="en">${results}</ol>`,
    }),
    unlisted: true,
  };
}
