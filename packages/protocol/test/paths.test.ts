import { expect, it } from 'vitest';
import { endpoints, paths, pathTo } from '../src/index.ts';

it('a path is filled with its parts, safe in a URL', () => {
  expect(pathTo('analyse', { id: 'a/b', name: 'call profile' })).toBe(
    '/api/datasets/a%2Fb/analyses/call%20profile',
  );
  expect(pathTo('list', {})).toBe('/api/datasets');
});

it('every endpoint is at its path', () => {
  const described = Object.fromEntries(Object.entries(endpoints).map(([name, { path }]) => [name, path]));
  expect(described).toEqual(paths);
});
