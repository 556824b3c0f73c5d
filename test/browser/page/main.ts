import { startPage } from '@weft/web';
import { testViews } from './test-views.tsx';

startPage(document.getElementById('page')!, testViews);
