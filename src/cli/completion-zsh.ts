import type { CommandDefinition } from './completion-definitions.ts';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
/** A word and what it is, as \`_describe\` has them. */
const described = (name: string, description: string) =>
  quoted(`${name.replaceAll(':', '\\:')}:${description.replace(/\s+/g, ' ')}`);

const caseOf = (pattern: string, ...lines: string[]) =>
  `    ${pattern})\n${lines.map((line) => `      ${line}\n`).join('')}      ;;\n`;

/** Returns the completion script for zsh, to be sourced or placed in `fpath`. */
export function zshScript(commands: readonly CommandDefinition[], valued: readonly string[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ name, value }) => {
      const action = value?.isFile ? '_files' : `compadd -- ${(value?.words ?? []).map(quoted).join(' ')}`;
      return value ? [caseOf(quoted(`${path}:${name}`), action, 'return')] : [];
    }),
  );
  const plain = commands.map(({ path, commands, options }) =>
    caseOf(
      quoted(path),
      `words_=(${commands.map(({ name, description }) => described(name, description)).join(' ')})`,
      `options_=(${options.map(({ name, description }) => described(name, description)).join(' ')})`,
    ),
  );
  const positions = commands.flatMap(({ path, positions }) =>
    positions.flatMap(({ words, isFile }, at) =>
      isFile || words.length > 0
        ? [caseOf(quoted(`${path}:${at}`), isFile ? 'files=1' : `words_=(${words.map(quoted).join(' ')})`)]
        : [],
    ),
  );
  return `#compdef kalends
# zsh completion of kalends: source it after compinit, or put it as _kalends into a folder of fpath.
_kalends() {
  local command='' position=0 files='' word i=2
  local -a words_ options_
  while ((i < CURRENT)); do
    word=\${words[i]}
    case $word in
    ${valued.join('|')}) i=$((i + 1)) ;;
    -*) ;;
    *)
      case "\${command:+$command }$word" in
      (${paths.join(' | ')}) command="\${command:+$command }$word" ;;
      (help) ;;
      (*) position=$((position + 1)) ;;
      esac
      ;;
    esac
    i=$((i + 1))
  done
  case "$command:\${words[CURRENT-1]}" in
${values.join('')}  esac
  case \${words[CURRENT-1]} in ${valued.join('|')}) return 1 ;; esac
  case $command in
${plain.join('')}  esac
  case "$command:$position" in
${positions.join('')}  esac
  if [[ \${words[CURRENT]} == -* || ( -z $files && \${#words_} -eq 0 ) ]]; then
    _describe -o option options_
    return
  fi
  ((\${#words_})) && _describe command words_
  [[ -n $files ]] && _files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _kalends "$@"; else compdef _kalends kalends; fi
`;
}
