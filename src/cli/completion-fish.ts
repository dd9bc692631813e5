import type { CommandDefinition, CompletionValues } from './completion-definitions.ts';

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const said = (text: string) => `-d ${quoted(text.replace(/\s+/g, ' '))}`;

const taking = (values: CompletionValues) => {
  if (values.isFile) return '-r -F';
  return values.words.length > 0 ? `-x -a ${quoted(values.words.join(' '))}` : '-x';
};

/** Returns the completion script for fish. */
export function fishScript(commands: readonly CommandDefinition[], valued: readonly string[]): string {
  const names = commands.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  const lines = commands.flatMap(({ path, commands, options, positions }) => {
    const here = `complete -c kalends -n ${quoted(`__kalends_at "${path}"`)}`;
    return [
      ...commands.map(({ name, description }) => `${here} -a ${quoted(name)} ${said(description)}`),
      ...options.map(({ name, description, value }) =>
        [here, `-l ${name.slice(2)}`, ...(value ? [taking(value)] : []), said(description)].join(' '),
      ),
      ...positions.flatMap(({ words, isFile }, at) => {
        const there = `complete -c kalends -n ${quoted(`__kalends_at "${path}" ${at}`)}`;
        if (isFile) return [`${there} -F`];
        return words.length > 0 ? [`${there} -a ${quoted(words.join(' '))}`] : [];
      }),
    ];
  });
  return `# fish completion of kalends: save it as ~/.config/fish/completions/kalends.fish
function __kalends_at
    set -l command ''
    set -l position 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $word ${valued.join(' ')}
            set skip 1
        else if string match -q -- '-*' $word; or test $word = help
        else
            set -l longer (string trim -- "$command $word")
            if contains -- $longer ${names.join(' ')}
                set command $longer
            else
                set position (math $position + 1)
            end
        end
    end
    test "$command" = "$argv[1]"; and begin
        test (count $argv) = 1; or test $position = $argv[2]
    end
end
complete -c kalends -f
${lines.join('\n')}
`;
}
