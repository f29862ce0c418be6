import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** What the house rules say about code, as far as a linter can tell. `npm run check` allows no warning. */
export default tseslint.config(
  { ignores: ['out/', 'node_modules/', '.cache/', 'coverage/', '**/fixtures/layer-violations/'] },
  {
    files: ['src-*/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}', 'scripts/**/*.ts', '*.config.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A brand is chosen by the caller of the check (`parseId<WalletId>`): the parameter stands once, in the result.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a string union.' },
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
      ],
      // `const { left, out, ...rest }` is how a field is left out; an unused parameter may hold a place.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: false }],
    },
  },
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
  },
  // What runs before anything is installed is plain JavaScript: no types to lint it with.
  { files: ['scripts/**/*.mjs'], extends: [tseslint.configs.recommended], rules: { eqeqeq: 'error', 'max-lines': ['error', 250] } },
  { files: ['*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
