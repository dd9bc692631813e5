/** Returns the password on standard input without the trailing line break. */
export async function readPassword(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  return text.replace(/\r?\n$/, '');
}
