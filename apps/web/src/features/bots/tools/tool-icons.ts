import type { ToolKind } from '@hanasu/contract/tools';
import type { IconName } from '../../../shell/icon-names.ts';

export const TOOL_ICONS = { http: 'plug', mcp: 'layers', handover: 'hand' } as const satisfies Record<
  ToolKind,
  IconName
>;
