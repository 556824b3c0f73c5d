import { type Endpoint, endpoints, errorBody } from '@weft/protocol';
import { z } from 'zod';

/** The OpenAPI 3.1 description, made from the schemas that check the requests. */
export function openApiDocument(version: string): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operation(id, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Weft', version, description: "What flows through a supercomputer's fabric." },
    paths,
  };
}

function operation(id: string, endpoint: Endpoint): object {
  return {
    operationId: id,
    summary: endpoint.summary,
    parameters: [...pathParameters(endpoint.path), ...queryParameters(endpoint.query)],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(endpoint.body) } },
          },
        }
      : {}),
    responses: {
      200: { description: 'done', content: Object.fromEntries(endpoint.produces.map((type) => [type, {}])) },
      default: {
        description: 'an error',
        content: { 'application/json': { schema: jsonSchema(errorBody) } },
      },
    },
  };
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: Endpoint['query']): object[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: jsonSchema(schema),
  }));
}

export function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
