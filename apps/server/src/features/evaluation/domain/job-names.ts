export const RUN_TESTS = 'question-sets.run';
