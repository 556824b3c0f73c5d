import { views } from '@weft/views';
import { startPage } from './start-page.tsx';

startPage(document.getElementById('page')!, views);
