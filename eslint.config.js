import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['dist', 'release', 'coverage', 'node_modules'] },
  ...tseslint.configs.strict,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='normalize']",
          message: 'Takes quadratic time for combining marks: use src/text/normalization.ts.',
        },
      ],
    },
  },
)
