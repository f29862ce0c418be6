import { shopIn } from './shop.ts';

shopIn('ar');
