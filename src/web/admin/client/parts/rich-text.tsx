import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useRef, useState } from 'react';
import type { IconName } from '#web/html/icon-drawings.ts';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from './button.tsx';
import { Problem, TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import { withScheme } from './link-field.tsx';
import { PopoverButton } from './popover-button.tsx';

/** Elements that the editor can show; markup with more than that is edited as markup, so that nothing of it is lost. */
const SHOWN = new Set('P BR STRONG B EM I U S A UL OL LI BLOCKQUOTE H2 H3 H4 CODE PRE HR'.split(' '));
const SHOWN_ATTRIBUTES = new Set(['href', 'target', 'rel']);

/** Returns whether markup has nothing but what the editor can show and write again. */
function canShow(markup: string): boolean {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  return [...body.querySelectorAll('*')].every(
    (element) =>
      SHOWN.has(element.tagName) && element.getAttributeNames().every((name) => SHOWN_ATTRIBUTES.has(name)),
  );
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } },
  }),
];

/** Returns an address as links have it: what has no scheme is on the web. */
function asAddress(typed: string): string {
  const address = withScheme(typed);
  return /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
}

/** The address of a new link. */
function LinkForm({ onLink }: { onLink(address: string): void }) {
  const { say } = useTexts();
  const [typed, setTyped] = useState('');
  const address = typed.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The form of the event is above it for React.
        event.stopPropagation();
        if (address !== '') onLink(asAddress(address));
      }}
    >
      <TextField label={say('admin.editor.link_address')} value={typed} onChange={setTyped} inputMode="url" />
      <Button type="submit" size="small" isDisabled={address === ''}>
        {say('admin.editor.link')}
      </Button>
    </form>
  );
}

interface RichTextProps {
  readonly label: string;
  readonly lang: string;
  readonly value: string;
  readonly problem?: string | undefined;
  onChange(markup: string): void;
}

/** Paragraphs of texts that have come without markup, as feeds and older programs send them. */
const asMarkup = (text: string): string =>
  /<[a-z]/i.test(text) || text === ''
    ? text
    : text
        .split(/\n{2,}/)
        .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
        .join('');

function Written({ label, lang, value, problem, onChange }: RichTextProps) {
  const { say } = useTexts();
  const id = useId();
  const told = useRef(value);
  const editor = useEditor({
    extensions,
    content: asMarkup(value),
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        lang,
        dir: 'auto',
        class: 'rt-t',
      },
    },
    onUpdate({ editor: written }) {
      told.current = written.isEmpty ? '' : written.getHTML();
      onChange(told.current);
    },
  });
  useEffect(() => {
    if (!editor || value === told.current) return;
    told.current = value;
    editor.commands.setContent(asMarkup(value), { emitUpdate: false });
  }, [editor, value]);

  const link = (href: string) => {
    if (!editor) return;
    const marked = { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] };
    // Without words that become a link, its address stands there.
    if (editor.state.selection.empty) editor.chain().focus().insertContent(marked).run();
    else editor.chain().focus().setLink({ href }).run();
  };
  const chain = () => editor?.chain().focus();
  const tools: readonly {
    readonly name: string;
    readonly icon: IconName;
    readonly text: AdminKey;
    use(): void;
  }[] = [
    {
      name: 'heading',
      icon: 'head',
      text: 'admin.editor.heading',
      use: () => chain()?.toggleHeading({ level: 3 }).run(),
    },
    { name: 'bold', icon: 'bold', text: 'admin.editor.bold', use: () => chain()?.toggleBold().run() },
    { name: 'italic', icon: 'italic', text: 'admin.editor.italic', use: () => chain()?.toggleItalic().run() },
    {
      name: 'bulletList',
      icon: 'list',
      text: 'admin.editor.bullets',
      use: () => chain()?.toggleBulletList().run(),
    },
    {
      name: 'blockquote',
      icon: 'quote',
      text: 'admin.editor.quote',
      use: () => chain()?.toggleBlockquote().run(),
    },
  ];
  return (
    <div className={`f${problem ? ' is-bad' : ''}`}>
      <span className="rt-l" id={id}>
        {label}
      </span>
      <div className="rt">
        <div className="rt-b" role="toolbar" aria-label={`${label}: ${say('admin.editor.tools')}`}>
          {tools.map(({ name, icon, text, use }) => (
            <button
              key={name}
              type="button"
              className="ibtn ibtn-s"
              aria-label={say(text)}
              aria-pressed={editor?.isActive(name) ?? false}
              onClick={use}
            >
              <Icon name={icon} />
            </button>
          ))}
          {editor?.isActive('link') ? (
            <button
              type="button"
              className="ibtn ibtn-s"
              aria-label={say('admin.editor.link')}
              aria-pressed
              onClick={() => chain()?.extendMarkRange('link').unsetLink().run()}
            >
              <Icon name="link" />
            </button>
          ) : (
            <PopoverButton
              name={say('admin.editor.link')}
              button={<IconButton name="link" label={say('admin.editor.link')} />}
            >
              {(close) => (
                <LinkForm
                  onLink={(address) => {
                    close();
                    link(address);
                  }}
                />
              )}
            </PopoverButton>
          )}
        </div>
        <EditorContent editor={editor} />
      </div>
      {problem && (
        <p className="f-e">
          <Problem>{problem}</Problem>
        </p>
      )}
    </div>
  );
}

/** A field for a text with paragraphs, emphasis, links and lists; markup that has more is edited as such. */
export default function RichText(props: RichTextProps) {
  const { say } = useTexts();
  const isShown = useRef<boolean>(undefined);
  isShown.current ??= canShow(props.value);
  if (isShown.current) return <Written {...props} />;
  return (
    <TextField
      label={props.label}
      lang={props.lang}
      help={say('admin.editor.as_markup')}
      value={props.value}
      onChange={props.onChange}
      problem={props.problem}
      isLong
      inputClassName="rt-m"
    />
  );
}
