import Type from 'typebox';
import { flag, oneOf, parameter, refuse, refuseType, required, withDefault } from '#api/routing/parameter.ts';
import { isObject } from '#foundation/text/is-object.ts';

/** The most requests of one batch (contract W6). */
export const MOST_REQUESTS = 100;

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A request of a batch; its path begins below the base address. */
export interface BatchedRequest {
  readonly method: (typeof methods)[number];
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An empty object of PHP is an empty list. */
const isMembers = (value: unknown): boolean =>
  value === undefined || isObject(value) || (Array.isArray(value) && value.length === 0);
const isHeader = (value: unknown) =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));

function readRequest(value: unknown): BatchedRequest | undefined {
  if (!isObject(value)) return undefined;
  const { path, body, headers } = value;
  const method = methods.find((one) => one === (value['method'] ?? 'POST'));
  const isPath = typeof path === 'string' && path.startsWith('/') && !/[\s\u0000-\u001f\u007f]/.test(path);
  if (!method || !isPath || !isMembers(body) || !isMembers(headers)) return undefined;
  const named = isObject(headers) ? Object.entries(headers) : [];
  if (!named.every(([, header]) => isHeader(header))) return undefined;
  return {
    method,
    path,
    body: isObject(body) ? body : {},
    headers: Object.fromEntries(named.map(([name, header]) => [name.toLowerCase(), String(header)])),
  };
}

const requests = parameter<readonly BatchedRequest[]>(
  Type.Array(
    Type.Object({
      method: Type.Optional(Type.Enum([...methods], { default: 'POST' })),
      path: Type.String(),
      body: Type.Optional(Type.Object({}, { additionalProperties: true })),
      headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
    { minItems: 1, maxItems: MOST_REQUESTS },
  ),
  (value) => {
    if (!Array.isArray(value)) return refuseType('problem.batch_requests');
    if (value.length === 0 || value.length > MOST_REQUESTS)
      return refuse('problem.batch_size', { limit: MOST_REQUESTS });
    const read: BatchedRequest[] = [];
    for (const [index, one] of value.entries()) {
      const request = readRequest(one);
      if (!request) return refuse('problem.batch_request', { index });
      read.push(request);
    }
    return { value: read };
  },
);

/** Parameters of a batch (contract W6). */
export const batchParameters = {
  requests: required(requests),
  validation: withDefault(oneOf(['normal', 'require-all-validate'] as const), 'normal'),
  atomic: withDefault(flag, false),
};
