export { startPage } from './start-page.tsx';
