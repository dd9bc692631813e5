/** A JSON Schema of the 2020-12 dialect, as OpenAPI 3.1 has it. */
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

export interface Reference {
  $ref: string;
}

export interface DocumentedParameter {
  name: string;
  in: 'query' | 'path';
  description: string;
  required: boolean;
  schema: Schema;
  style?: 'form' | 'simple';
  explode?: boolean;
}

export interface DocumentedHeader {
  description: string;
  required?: boolean;
  schema: Schema;
}

export type ContentByType = Record<string, { schema?: Schema; example?: unknown }>;

export interface DocumentedResponse {
  description: string;
  headers?: Record<string, DocumentedHeader | Reference>;
  content?: ContentByType;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: (DocumentedParameter | Reference)[];
  requestBody?: { required: boolean; content: ContentByType };
  responses: Record<string, DocumentedResponse | Reference>;
}

export const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Verb = (typeof verbs)[number];

export type PathItem = { [verb in Verb]?: Operation } & {
  servers?: { url: string }[];
  parameters?: Reference[];
};

export interface Components {
  schemas: Record<string, Schema>;
  parameters: Record<string, DocumentedParameter>;
  headers: Record<string, DocumentedHeader>;
  responses: Record<string, DocumentedResponse>;
  securitySchemes: Record<string, { type: string; scheme: string; description: string }>;
}

/** An OpenAPI 3.1 document, as far as we write one. */
export interface OpenApi {
  openapi: '3.1.0';
  info: {
    version: string;
    title: string;
    description: string;
    /** Who runs it: known once it's known where it was asked for. */
    contact?: { url: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: Components;
}
