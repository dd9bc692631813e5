import { isVaried, type Load } from './plan.ts';

/** A text in Lua; what JSON writes of ASCII is the same there. */
function quoted(text: string): string {
  if (/[^\x20-\x7e\n\t]/.test(text)) throw new Error(`Only ASCII can be sent: ${text}`);
  return JSON.stringify(text);
}

const list = (members: readonly (string | number)[]) =>
  `{${members.map((member) => quoted(String(member))).join(',')}}`;

/** The script with which wrk sends a load and prints what came of it as JSON (wrk's SCRIPTING). */
export function wrkScript({ plan, first }: Load): string {
  const { method, path, headers, body, lists } = plan;
  const lines = [
    `wrk.method = ${quoted(method)}`,
    ...Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`),
    `local path = ${quoted(path)}`,
    `local body = ${body === undefined ? 'nil' : quoted(body)}`,
  ];
  // Without `request` wrk sends the same bytes to its address again and again, at no cost.
  if (isVaried(plan))
    lines.push(
      `local lists = {${lists.map(list).join(',')}}`,
      `local n = ${first}`,
      `function request()
        local values, rest = { n = tostring(n) }, n
        n = n + 1
        for i, list in ipairs(lists) do
          values[tostring(i - 1)] = list[rest % #list + 1]
          rest = math.floor(rest / #list)
        end
        local sent = body and string.gsub(body, "@(%w+)@", values)
        return wrk.format(nil, (string.gsub(path, "@(%w+)@", values)), nil, sent)
      end`,
    );
  else lines.push('wrk.body = body');
  lines.push(`function done(summary, latency)
    local e = summary.errors
    io.write(string.format(
      '{"driven":{"requests":%d,"seconds":%.6f,"bytes":%d,"faults":%d,"kinds":"%s","p50Ms":%.4f,"p99Ms":%.4f}}\\n',
      summary.requests, summary.duration / 1e6, summary.bytes,
      e.connect + e.read + e.write + e.status + e.timeout,
      string.format("status %d, connect %d, read %d, write %d, timeout %d",
        e.status, e.connect, e.read, e.write, e.timeout),
      latency:percentile(50) / 1000, latency:percentile(99) / 1000))
  end`);
  return `${lines.join('\n')}\n`;
}
