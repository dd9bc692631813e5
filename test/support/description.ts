import { AssertionError } from 'node:assert';
import { Links, NAMESPACE } from '#api/http/address.ts';
import { interfaceRoutes } from '#app.ts';
import { readConfig } from '#config.ts';
import { OpenApiDocuments } from '#web/openapi/document.ts';
import { isObject, type JsonObject, parseJson } from './json.ts';

/** Returns the document that the service answers at `/doc`, made without a request, which tests would see. */
export function makeDescription(): JsonObject {
  const links = new Links('http://localhost', { base: '', namespace: NAMESPACE });
  const document = parseJson(
    JSON.stringify(new OpenApiDocuments().of(interfaceRoutes(), { language: 'en', links }, readConfig({}))),
  );
  if (!isObject(document)) throw new AssertionError({ message: 'The description is no object.' });
  return document;
}
