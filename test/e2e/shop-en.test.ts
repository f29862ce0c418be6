import { shopIn } from './shop.ts';

shopIn('en');
