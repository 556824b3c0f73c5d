export * from './store-api.ts';
