import type { CustomerTaskCounts } from '@hanasu/contract/customer-tasks';

export const addCounts = (
  counts: Partial<CustomerTaskCounts>,
  more: Partial<CustomerTaskCounts>,
): Partial<CustomerTaskCounts> => {
  const sums: Partial<Record<keyof CustomerTaskCounts, number>> = { ...counts };
  for (const [name, count] of Object.entries(more) as [keyof CustomerTaskCounts, number][])
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
};
