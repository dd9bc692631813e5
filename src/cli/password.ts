/** The password on standard input: all of it but the line's end. */
export async function readPassword(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  return text.replace(/\r?\n$/, '');
}
