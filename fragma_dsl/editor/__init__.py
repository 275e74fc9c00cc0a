"""Editor: what an editor asks of a rule file, answered from the results of the pipeline."""
