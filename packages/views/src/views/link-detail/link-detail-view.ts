export { LinkDetail as Component } from './link-detail.tsx';
export { linkDetailNeeds as needs } from './link-detail-needs.ts';
