export { HottestLinks as Component } from './hottest-links.tsx';
export { hottestLinksNeeds as needs } from './hottest-links-needs.ts';
