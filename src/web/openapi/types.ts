/** A JSON Schema of the 2020-12 dialect, as in OpenAPI 3.1. */
export interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  $ref?: string;
  [keyword: string]: unknown;
}

/** A reference to a shared component of the document. */
export interface Reference {
  $ref: string;
}

/** A Parameter Object of OpenAPI. */
export interface DocumentedParameter {
  name: string;
  in: 'query' | 'path' | 'header';
  description: string;
  required: boolean;
  schema: Schema;
  style?: 'form' | 'simple';
  explode?: boolean;
}

/** A Header Object of OpenAPI. */
export interface DocumentedHeader {
  description: string;
  required?: boolean;
  schema: Schema;
}

/** Schemas and examples by media type. */
export type ContentByType = Record<string, { schema?: Schema; example?: unknown }>;

/** A Response Object of OpenAPI. */
export interface DocumentedResponse {
  description: string;
  headers?: Record<string, DocumentedHeader | Reference>;
  content?: ContentByType;
}

/** An Operation Object of OpenAPI. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  /** The scope that a token needs (contract W7); absent: anybody may. */
  'x-scope'?: string;
  parameters?: (DocumentedParameter | Reference)[];
  requestBody?: { required: boolean; content: ContentByType };
  responses: Record<string, DocumentedResponse | Reference>;
}

/** The HTTP methods that the interface uses, in lower case as path items have them. */
export const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** An HTTP method in lower case. */
export type Verb = (typeof verbs)[number];

/** A Path Item Object of OpenAPI: operations by method. */
export type PathItem = { [verb in Verb]?: Operation } & {
  servers?: { url: string }[];
  parameters?: Reference[];
};

/** The Components Object of OpenAPI. */
export interface Components {
  schemas: Record<string, Schema>;
  parameters: Record<string, DocumentedParameter>;
  headers: Record<string, DocumentedHeader>;
  responses: Record<string, DocumentedResponse>;
  securitySchemes: Record<
    string,
    { type: string; scheme?: string; in?: string; name?: string; description: string }
  >;
}

/** An OpenAPI 3.1 document, limited to the members that Kalends writes. */
export interface OpenApi {
  openapi: '3.1.0';
  info: {
    version: string;
    title: string;
    description: string;
    /** The operator's site, filled in per request. */
    contact?: { url: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: Components;
}
