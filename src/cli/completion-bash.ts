import type { CommandDefinition } from './completion-definitions.ts';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const caseOf = (pattern: string, ...lines: string[]) =>
  `    ${pattern})\n${lines.map((line) => `      ${line}\n`).join('')}      ;;\n`;

/** Returns the completion script for bash, 3.2 and later. */
export function bashScript(commands: readonly CommandDefinition[], valued: readonly string[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ name, value }) => {
      const action = value?.isFile ? 'files=1' : `words=${quoted((value?.words ?? []).join(' '))}`;
      return value ? [caseOf(quoted(`${path}:${name}`), action, 'value=1')] : [];
    }),
  );
  const plain = commands.map(({ path, commands, options }) =>
    caseOf(
      quoted(path),
      `words=${quoted(commands.map(({ name }) => name).join(' '))}`,
      `options=${quoted(options.map(({ name }) => name).join(' '))}`,
    ),
  );
  const positions = commands.flatMap(({ path, positions }) =>
    positions.flatMap(({ words, isFile }, at) =>
      isFile || words.length > 0
        ? [caseOf(quoted(`${path}:${at}`), isFile ? 'files=1' : `words=${quoted(words.join(' '))}`)]
        : [],
    ),
  );
  return `# bash completion of kalends: source it, or put it where bash looks for completions.
_kalends() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' position=0 words='' options='' files='' value='' word i
  # Bash takes --option=value for three words.
  [ "$cur" = '=' ] && cur=''
  [ "$prev" = '=' ] && prev=\${COMP_WORDS[COMP_CWORD-2]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
    ${valued.join('|')})
      i=$((i + 1))
      [ "\${COMP_WORDS[i]}" = '=' ] && i=$((i + 1))
      ;;
    -* | =) ;;
    *)
      case "\${command:+$command }$word" in
      ${paths.join(' | ')}) command="\${command:+$command }$word" ;;
      help) ;;
      *) position=$((position + 1)) ;;
      esac
      ;;
    esac
  done
  case "$command:$prev" in
${values.join('')}  esac
  if [ -z "$value" ]; then
    case $prev in ${valued.join('|')}) return ;; esac
    case $command in
${plain.join('')}    esac
    case "$command:$position" in
${positions.join('')}    esac
    case $cur in -*) words=$options files='' ;; esac
    [ -z "$words$files" ] && words=$options
  fi
  local IFS=$' \\n'
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [ -n "$files" ]; then
    IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$cur"))
  fi
}
complete -F _kalends kalends
`;
}
